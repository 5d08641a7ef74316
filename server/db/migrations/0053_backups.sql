CREATE TABLE "backups" (
	"name" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "backups_bytes" CHECK ("backups"."bytes" >= 0)
);
