-- The whole schema of a Keepword store in SQLite, as the migrations leave it (a test compares the two).
--
-- One table a container. The columns of the key are written beside the document; the columns of conditions are read
-- out of it, so the document is the only truth. `etag` is new with every write; `expires_at` is in seconds since 1970.
-- The document comes last, so that a look at the other columns reads none of its overflow pages.
-- `application_id` is 'kepw' in ASCII.

PRAGMA application_id = 1801810039;

CREATE TABLE turns (
    user_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    at GENERATED ALWAYS AS (json_extract(doc, '$.at')) VIRTUAL,
    message_id GENERATED ALWAYS AS (json_extract(doc, '$.message_id')) VIRTUAL,
    PRIMARY KEY (user_id, thread_id, id)
);
CREATE INDEX turns_at ON turns (at);
CREATE INDEX turns_message_id ON turns (message_id);
CREATE INDEX turns_expires_at ON turns (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE memories (
    user_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    type GENERATED ALWAYS AS (json_extract(doc, '$.type')) VIRTUAL,
    PRIMARY KEY (user_id, thread_id, id)
);
CREATE INDEX memories_type ON memories (type);
CREATE INDEX memories_expires_at ON memories (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE summaries (
    user_id TEXT NOT NULL,
    thread_id TEXT NOT NULL,
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    type GENERATED ALWAYS AS (json_extract(doc, '$.type')) VIRTUAL,
    PRIMARY KEY (user_id, thread_id, id)
);
CREATE INDEX summaries_type ON summaries (type);
CREATE INDEX summaries_expires_at ON summaries (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE threads (
    thread_id TEXT NOT NULL,
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    entity_id GENERATED ALWAYS AS (json_extract(doc, '$.entity_id')) VIRTUAL,
    state GENERATED ALWAYS AS (json_extract(doc, '$.state')) VIRTUAL,
    due_at GENERATED ALWAYS AS (json_extract(doc, '$.due_at')) VIRTUAL,
    outbox GENERATED ALWAYS AS (json_extract(doc, '$.outbox')) VIRTUAL,
    promises GENERATED ALWAYS AS (json_extract(doc, '$.promises')) VIRTUAL,
    next_due GENERATED ALWAYS AS (json_extract(doc, '$.next_due')) VIRTUAL,
    last_message_at GENERATED ALWAYS AS (json_extract(doc, '$.last_message_at')) VIRTUAL,
    PRIMARY KEY (thread_id, id)
);
CREATE INDEX threads_entity_id ON threads (entity_id);
CREATE INDEX threads_state ON threads (state);
CREATE INDEX threads_due_at ON threads (due_at);
CREATE INDEX threads_outbox ON threads (outbox);
CREATE INDEX threads_promises ON threads (promises);
CREATE INDEX threads_next_due ON threads (next_due);
CREATE INDEX threads_last_message_at ON threads (last_message_at);
CREATE INDEX threads_expires_at ON threads (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE profiles (
    entity_id TEXT NOT NULL,
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    next_due GENERATED ALWAYS AS (json_extract(doc, '$.next_due')) VIRTUAL,
    promises GENERATED ALWAYS AS (json_extract(doc, '$.promises')) VIRTUAL,
    PRIMARY KEY (entity_id, id)
);
CREATE INDEX profiles_next_due ON profiles (next_due);
CREATE INDEX profiles_promises ON profiles (promises);
CREATE INDEX profiles_expires_at ON profiles (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE identities (
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    redirect_to GENERATED ALWAYS AS (json_extract(doc, '$.redirect_to')) VIRTUAL,
    PRIMARY KEY (id)
);
CREATE INDEX identities_redirect_to ON identities (redirect_to);
CREATE INDEX identities_expires_at ON identities (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE messages (
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    message_id GENERATED ALWAYS AS (json_extract(doc, '$.message_id')) VIRTUAL,
    entity_id GENERATED ALWAYS AS (json_extract(doc, '$.entity_id')) VIRTUAL,
    thread_id GENERATED ALWAYS AS (json_extract(doc, '$.thread_id')) VIRTUAL,
    outcome GENERATED ALWAYS AS (json_extract(doc, '$.outcome')) VIRTUAL,
    at GENERATED ALWAYS AS (json_extract(doc, '$.at')) VIRTUAL,
    PRIMARY KEY (id)
);
CREATE INDEX messages_message_id ON messages (message_id);
CREATE INDEX messages_entity_id ON messages (entity_id);
CREATE INDEX messages_thread_id ON messages (thread_id);
CREATE INDEX messages_outcome ON messages (outcome);
CREATE INDEX messages_at ON messages (at);
CREATE INDEX messages_expires_at ON messages (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE leases (
    id TEXT NOT NULL,
    etag TEXT NOT NULL,
    expires_at REAL,
    doc TEXT NOT NULL,
    kind GENERATED ALWAYS AS (json_extract(doc, '$.kind')) VIRTUAL,
    PRIMARY KEY (id)
);
CREATE INDEX leases_kind ON leases (kind);
CREATE INDEX leases_expires_at ON leases (expires_at) WHERE expires_at IS NOT NULL;
