ALTER TABLE "sessions" ADD COLUMN "turns_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "sessions_turns" ON "sessions" USING btree ("turns_at") WHERE "sessions"."status" = 1 and "sessions"."turns_at" is not null;--> statement-breakpoint
-- Those that have turns are looked at once; which turns are worth telling of is seen then.
UPDATE "sessions" SET "turns_at" = to_timestamp(0)
WHERE "status" < 2 AND jsonb_path_exists("plan", '$.parts[*].parts[*] ? (@.per_participant == true)');
