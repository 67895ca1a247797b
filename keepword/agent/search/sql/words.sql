-- An index of texts by their words, kept in memory. Title and body hold stems, so that the tokenizer has only to split at
-- spaces; rowid is the text's place in the list that the index was made of.

-- name: create
CREATE VIRTUAL TABLE texts USING fts5 (
    title,
    body,
    language UNINDEXED,
    tokenize = 'unicode61 remove_diacritics 2'
);

-- name: insert
INSERT INTO texts (rowid, title, body, language) VALUES (:rowid, :title, :body, :language);

-- name: search
-- BM25 (lower is better), a word in the title being worth four in the body.
SELECT rowid, bm25(texts, 4.0, 1.0) AS rank
FROM texts
WHERE texts MATCH :query AND language = :language
ORDER BY rank, rowid
LIMIT :limit;
