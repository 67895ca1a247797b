-- The index of the operator's knowledge, kept in memory. Title and body hold stems, so that the tokenizer has only to
-- split at spaces; rowid is the passage's place in the list that keepword.agent.knowledge keeps.

-- name: create
CREATE VIRTUAL TABLE passages USING fts5 (
    title,
    body,
    language UNINDEXED,
    tokenize = 'unicode61 remove_diacritics 2'
);

-- name: insert
INSERT INTO passages (rowid, title, body, language) VALUES (:rowid, :title, :body, :language);

-- name: search
-- BM25 (lower is better), a word in the title being worth four in the body.
SELECT rowid, bm25(passages, 4.0, 1.0) AS rank
FROM passages
WHERE passages MATCH :query AND language = :language
ORDER BY rank, rowid
LIMIT :limit;
