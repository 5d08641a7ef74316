CREATE TABLE "announced_starts" (
	"session_id" bigint PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"channels" jsonb NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	CONSTRAINT "reminder_settings_quiet" CHECK (("reminder_settings"."quiet_from" is null) = ("reminder_settings"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"session_id" bigint,
	"post_id" bigint,
	"log_id" bigint,
	"actor_id" bigint,
	"times" integer DEFAULT 1 NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"is_listed" boolean NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "reminders_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","session_id","post_id","log_id"),
	CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'your_turn', 'post_reply', 'log_cheer')),
	CONSTRAINT "reminders_times" CHECK ("reminders"."times" > 0),
	CONSTRAINT "reminders_about" CHECK (num_nonnulls("reminders"."session_id", "reminders"."log_id") > 0)
);
--> statement-breakpoint
ALTER TABLE "announced_starts" ADD CONSTRAINT "announced_starts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD CONSTRAINT "reminder_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_log_id_logs_id_fk" FOREIGN KEY ("log_id") REFERENCES "public"."logs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_inbox" ON "reminders" USING btree ("user_id","told_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "reminders"."is_listed";--> statement-breakpoint
CREATE INDEX "reminders_unread" ON "reminders" USING btree ("user_id") WHERE "reminders"."is_listed" and "reminders"."read_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_session" ON "reminders" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "reminders_post" ON "reminders" USING btree ("post_id") WHERE "reminders"."post_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_log" ON "reminders" USING btree ("log_id") WHERE "reminders"."log_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_actor" ON "reminders" USING btree ("actor_id") WHERE "reminders"."actor_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_told" ON "reminders" USING btree ("told_at");