CREATE TABLE "notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"goal_id" bigint,
	"title" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"todo" text DEFAULT '' NOT NULL,
	"done" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notes_words" CHECK ("notes"."deleted_at" is not null or "notes"."title" || "notes"."content" || "notes"."todo" || "notes"."done" <> '')
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_goal" ON "notes" USING btree ("goal_id","id" DESC NULLS FIRST) WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_request" ON "notes" USING btree ("user_id","request_key");