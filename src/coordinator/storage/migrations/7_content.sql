-- Reviews are found by the content that they judge, also those of other issues.

CREATE INDEX reviewed_content ON events (body) WHERE key = 'content';
