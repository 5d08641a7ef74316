CREATE TABLE "favorites" (
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorites_user_id_item_id_pk" PRIMARY KEY("user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "item_drafts" (
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"revision" integer NOT NULL,
	"saves" integer NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "item_drafts_item_id_user_id_pk" PRIMARY KEY("item_id","user_id"),
	CONSTRAINT "item_drafts_saves" CHECK ("item_drafts"."saves" >= 0)
);
--> statement-breakpoint
CREATE TABLE "item_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" bigint NOT NULL,
	"parent_id" bigint,
	"is_book" boolean DEFAULT false NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"is_public" boolean NOT NULL,
	"order_ms" double precision NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "items_slug" CHECK ("items"."slug" <> ''),
	CONSTRAINT "items_title" CHECK ("items"."title" <> ''),
	CONSTRAINT "items_status" CHECK ("items"."status" in (0, 1)),
	CONSTRAINT "items_public" CHECK (not "items"."is_public" or "items"."status" = 1),
	CONSTRAINT "items_parent" CHECK (not "items"."is_book" or "items"."parent_id" is null)
);
--> statement-breakpoint
CREATE TABLE "names" (
	"name" "citext" PRIMARY KEY NOT NULL,
	"person_id" bigint,
	"item_id" bigint,
	CONSTRAINT "names_name" CHECK ("names"."name" <> ''),
	CONSTRAINT "names_owner" CHECK (num_nonnulls("names"."person_id", "names"."item_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "paraphrases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paraphrases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"content" text NOT NULL,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paraphrases_content" CHECK ("paraphrases"."content" <> '')
);
--> statement-breakpoint
ALTER TABLE "moderation_actions" DROP CONSTRAINT "moderation_action";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "is_current" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "request_digest" text;--> statement-breakpoint
-- Until now each user had one person, with the user's name.
UPDATE "persons" SET "title" = "username", "is_current" = true;--> statement-breakpoint
ALTER TABLE "persons" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
INSERT INTO "names" ("name", "person_id") SELECT "username", "id" FROM "persons";--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_drafts" ADD CONSTRAINT "item_drafts_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_drafts" ADD CONSTRAINT "item_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_versions" ADD CONSTRAINT "item_versions_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_parent_id_items_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "names" ADD CONSTRAINT "names_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "names" ADD CONSTRAINT "names_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paraphrases" ADD CONSTRAINT "paraphrases_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paraphrases" ADD CONSTRAINT "paraphrases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorites_item" ON "favorites" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "item_drafts_user" ON "item_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "item_versions_item" ON "item_versions" USING btree ("item_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "items_request" ON "items" USING btree ("person_id","request_key");--> statement-breakpoint
CREATE INDEX "items_person" ON "items" USING btree ("person_id","order_ms" desc,"id" desc) WHERE not "items"."is_book";--> statement-breakpoint
CREATE INDEX "items_person_public" ON "items" USING btree ("person_id","order_ms" desc,"id" desc) WHERE "items"."is_public" and not "items"."is_book";--> statement-breakpoint
CREATE INDEX "items_books" ON "items" USING btree ("person_id","order_ms" desc,"id" desc) WHERE "items"."is_book";--> statement-breakpoint
CREATE INDEX "items_book" ON "items" USING btree ("parent_id","order_ms" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "items_book_public" ON "items" USING btree ("parent_id","order_ms" desc,"id" desc) WHERE "items"."is_public";--> statement-breakpoint
CREATE INDEX "items_sources" ON "items" USING btree ("id" DESC NULLS FIRST) WHERE "items"."is_public" and "items"."is_book";--> statement-breakpoint
CREATE INDEX "items_snippets" ON "items" USING btree ("id") WHERE "items"."is_public" and "items"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "items_feed" ON "items" USING btree ("person_id","id" DESC NULLS FIRST) WHERE "items"."is_public" and not "items"."is_book";--> statement-breakpoint
CREATE INDEX "names_person" ON "names" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "names_item" ON "names" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "paraphrases_item" ON "paraphrases" USING btree ("item_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "paraphrases_request" ON "paraphrases" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "persons_request" ON "persons" USING btree ("user_id","request_key");--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_action" CHECK ("moderation_actions"."action" in ('remove_participant', 'delete_message', 'delete_post', 'lock_chat', 'unlock_chat', 'mute', 'unmute', 'hide_item', 'delete_item'));--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_title" CHECK ("persons"."title" <> '');