ALTER TABLE "activities" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000)))) STORED;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000)))) STORED;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple'::regconfig, left(content, 100000)))) STORED;--> statement-breakpoint
CREATE INDEX "activities_words" ON "activities" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "groups_words" ON "groups" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_words" ON "sessions" USING gin ("words") WITH (fastupdate=false) WHERE "sessions"."status" < 2;--> statement-breakpoint
-- Searches find categories too, so their words are corrected like those of titles.
CREATE TRIGGER terms_title_words AFTER INSERT OR UPDATE OF title ON terms
  FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
INSERT INTO title_words (word)
SELECT DISTINCT word FROM terms, words_of(title) word ORDER BY word ON CONFLICT DO NOTHING;
