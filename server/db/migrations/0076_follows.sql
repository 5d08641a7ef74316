CREATE TABLE "follows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"person_id" bigint,
	"item_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_once" UNIQUE NULLS NOT DISTINCT("user_id","person_id","item_id"),
	CONSTRAINT "follows_thing" CHECK (num_nonnulls("follows"."person_id", "follows"."item_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "item_news" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"told_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_once";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_about";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD COLUMN "week_mail_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "item_id" bigint;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_person_id_persons_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."persons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_news" ADD CONSTRAINT "item_news_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_person" ON "follows" USING btree ("person_id","user_id") WHERE "follows"."person_id" is not null;--> statement-breakpoint
CREATE INDEX "follows_item" ON "follows" USING btree ("item_id","user_id") WHERE "follows"."item_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "items_publish" ON "items" USING btree ("publish_at") WHERE "items"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "reminder_settings_week" ON "reminder_settings" USING btree ("week_mail_at") WHERE "reminder_settings"."week_mail_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_item" ON "reminders" USING btree ("item_id") WHERE "reminders"."item_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","session_id","post_id","log_id","goal_id","activity_id","group_id","case_id","item_id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'followed_news', 'place_offered', 'place_free', 'waitlist_ended', 'place_unpaid', 'series_asks', 'series_stopped', 'your_turn', 'goal_due', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_about" CHECK (num_nonnulls("reminders"."session_id", "reminders"."log_id", "reminders"."goal_id", "reminders"."activity_id", "reminders"."case_id", "reminders"."item_id") > 0);