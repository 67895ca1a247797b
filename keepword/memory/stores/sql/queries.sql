-- The statements of keepword.memory.stores.sqlite, one set for all containers. What stands in braces is filled from SHAPES in
-- keepword/memory/ports.py, never from data; all data is bound. A document whose time is over counts as absent
-- everywhere, whether or not `expire` has removed it yet.

-- name: alive
(expires_at IS NULL OR expires_at > :now)

-- name: condition
({field} {op} :{name} AND typeof({field}) IN ({types}))

-- name: read
SELECT id, doc, etag, expires_at FROM {table} WHERE {key} AND {alive};

-- name: read_many
SELECT id, doc, etag, expires_at, {columns} FROM {table}
WHERE ({columns}) IN (SELECT {each} FROM json_each(:keys)) AND {alive};

-- name: create
INSERT INTO {table} ({columns}, doc, etag, expires_at) VALUES ({values}, :doc, :etag, :expires_at)
ON CONFLICT ({columns}) DO UPDATE SET doc = excluded.doc, etag = excluded.etag, expires_at = excluded.expires_at
WHERE {table}.expires_at <= :now;

-- name: replace
UPDATE {table} SET doc = :doc, etag = :etag, expires_at = :expires_at WHERE {key} AND etag = :was AND {alive};

-- name: put
INSERT INTO {table} ({columns}, doc, etag, expires_at) VALUES ({values}, :doc, :etag, :expires_at)
ON CONFLICT ({columns}) DO UPDATE SET doc = excluded.doc, etag = excluded.etag, expires_at = excluded.expires_at;

-- name: delete_alive
DELETE FROM {table} WHERE {key} AND {alive};

-- name: delete
DELETE FROM {table} WHERE {key};

-- name: keys
SELECT rowid FROM {table} WHERE {where} ORDER BY {order} LIMIT :limit;

-- name: page
SELECT rowid, id, doc, etag, expires_at FROM {table} WHERE rowid IN (SELECT value FROM json_each(:rowids)) AND {where};

-- name: expire
DELETE FROM {table} WHERE expires_at <= :now;
