CREATE TABLE "goal_reminders" (
	"goal_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"at" text NOT NULL,
	"weekdays" jsonb NOT NULL,
	"at_night" boolean NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"is_moved" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goal_reminders_at" CHECK ("goal_reminders"."at" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "reminder_settings" ADD COLUMN "is_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "goal_reminders" ADD CONSTRAINT "goal_reminders_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_reminders" ADD CONSTRAINT "goal_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goal_reminders_due" ON "goal_reminders" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "goal_reminders_user" ON "goal_reminders" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'place_offered', 'place_free', 'waitlist_ended', 'place_unpaid', 'series_asks', 'series_stopped', 'your_turn', 'goal_due', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));