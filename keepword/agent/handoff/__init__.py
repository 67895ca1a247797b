"""Which mails are a person's job, by topic, language and attachment."""
