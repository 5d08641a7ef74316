CREATE TABLE "new_item_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "new_item_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"uuid" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"parent_id" bigint,
	"saves" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "new_item_drafts_uuid" CHECK ("new_item_drafts"."uuid" <> ''),
	CONSTRAINT "new_item_drafts_saves" CHECK ("new_item_drafts"."saves" >= 0)
);
--> statement-breakpoint
DROP INDEX "items_feed";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "new_item_drafts" ADD CONSTRAINT "new_item_drafts_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "new_item_drafts" ADD CONSTRAINT "new_item_drafts_parent_id_items_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "new_item_drafts_uuid" ON "new_item_drafts" USING btree ("person_id","uuid");--> statement-breakpoint
CREATE INDEX "new_item_drafts_book" ON "new_item_drafts" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "items_feed_book" ON "items" USING btree ("parent_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."is_public" and not "items"."is_book";--> statement-breakpoint
CREATE INDEX "items_feed" ON "items" USING btree ("person_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "items"."is_public" and not "items"."is_book";--> statement-breakpoint
UPDATE "items" SET published_at = created_at WHERE is_public;--> statement-breakpoint
UPDATE "items" i SET hidden_at = m.at
FROM (SELECT subject_id, max(created_at) AS at FROM "moderation_actions" WHERE action = 'hide_item' GROUP BY 1) m
WHERE m.subject_id = i.id AND i.status = 0;--> statement-breakpoint
UPDATE "upload_uses" u SET is_shown = false
FROM "uploads" p, "items" i
WHERE p.id = u.upload_id AND i.id = u.item_id AND strpos(i.content, p.name) = 0;
