CREATE TABLE "title_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "activities_newest";--> statement-breakpoint
DROP INDEX "activities_term";--> statement-breakpoint
DROP INDEX "sessions_live";--> statement-breakpoint
DROP INDEX "sessions_term";--> statement-breakpoint
CREATE INDEX "title_words_part" ON "title_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE FUNCTION words_of(title text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(lower(title), '[ -@\[-`{-~\s]+') word WHERE length(word) BETWEEN 3 AND 40 ORDER BY word
$$;--> statement-breakpoint
CREATE FUNCTION keep_title_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO title_words (word)
  SELECT word FROM words_of(new.title) word ORDER BY word ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER activities_title_words AFTER INSERT OR UPDATE OF title ON activities FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
CREATE TRIGGER sessions_title_words AFTER INSERT OR UPDATE OF title ON sessions FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
CREATE TRIGGER groups_title_words AFTER INSERT OR UPDATE OF title ON groups FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
INSERT INTO title_words (word) SELECT DISTINCT word FROM (
  SELECT title FROM activities UNION SELECT title FROM sessions UNION SELECT title FROM groups) titles, words_of(title) word;--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("id" DESC NULLS FIRST,"difficulty","searched") WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_term" ON "activities" USING btree ("term_id","id" DESC NULLS FIRST,"difficulty","searched") WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_term" ON "sessions" USING btree ("term_id","status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;
