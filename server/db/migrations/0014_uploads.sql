CREATE TABLE "upload_uses" (
	"upload_id" bigint NOT NULL,
	"activity_id" bigint,
	"session_id" bigint,
	"group_id" bigint,
	"post_id" bigint,
	"item_id" bigint,
	CONSTRAINT "upload_uses_thing" CHECK (num_nonnulls("upload_uses"."activity_id", "upload_uses"."session_id", "upload_uses"."group_id", "upload_uses"."post_id", "upload_uses"."item_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"user_id" bigint,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"bytes" integer NOT NULL,
	"moves" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_name" CHECK ("uploads"."name" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "uploads_type" CHECK ("uploads"."type" in ('jpg', 'png', 'gif', 'webp')),
	CONSTRAINT "uploads_size" CHECK ("uploads"."width" > 0 and "uploads"."height" > 0),
	CONSTRAINT "uploads_bytes" CHECK ("uploads"."bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_uses" ADD CONSTRAINT "upload_uses_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_uses_upload" ON "upload_uses" USING btree ("upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_activity" ON "upload_uses" USING btree ("activity_id","upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_session" ON "upload_uses" USING btree ("session_id","upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_group" ON "upload_uses" USING btree ("group_id","upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_post" ON "upload_uses" USING btree ("post_id","upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_uses_item" ON "upload_uses" USING btree ("item_id","upload_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_name_key" ON "uploads" USING btree ("name");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_created" ON "uploads" USING btree ("created_at");