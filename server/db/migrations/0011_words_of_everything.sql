-- Each word from each of its letters on, so that a part of a word is the start of one of these. Longer parts are cut.
CREATE FUNCTION parts_of(title text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT left(substr(word, start), 40)), '{}')
  FROM regexp_split_to_table(lower(title), '[ -/:-@\[-`{-~\s]+') word, generate_series(1, length(word)) start
$$;--> statement-breakpoint
DROP INDEX "activities_newest";--> statement-breakpoint
DROP INDEX "sessions_live";--> statement-breakpoint
ALTER TABLE "activities" drop column "words";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000))) || array_to_tsvector(parts_of(title)) || array_to_tsvector(array_remove(array['#t' || term_id::text, '#g' || group_id::text], null))) STORED;--> statement-breakpoint
ALTER TABLE "groups" drop column "words";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000))) || array_to_tsvector(parts_of(title))) STORED;--> statement-breakpoint
ALTER TABLE "sessions" drop column "words";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000))) || array_to_tsvector(parts_of(title || ' ' || activity_title)) || array_to_tsvector(array_remove(array['#t' || term_id::text, '#g' || group_id::text], null))) STORED;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("id" DESC NULLS FIRST,"difficulty","searched","term_id","group_id") WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched","term_id","group_id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset";--> statement-breakpoint
-- The indexes went with the columns.
CREATE INDEX "activities_words" ON "activities" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "groups_words" ON "groups" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_words" ON "sessions" USING gin ("words") WITH (fastupdate=false) WHERE "sessions"."status" < 2;
