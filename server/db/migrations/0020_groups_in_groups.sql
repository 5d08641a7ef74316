ALTER TABLE "items" DROP CONSTRAINT "items_parent";--> statement-breakpoint
DROP INDEX "items_snippets";--> statement-breakpoint
CREATE INDEX "items_snippets" ON "items" USING btree ("id") WHERE "items"."is_public" and "items"."parent_id" is not null and not "items"."is_book";