CREATE TABLE "activity_news" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"told_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "activity_news" ADD CONSTRAINT "activity_news_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'followed_news', 'followed_activity', 'place_offered', 'place_free', 'waitlist_ended', 'place_unpaid', 'series_asks', 'series_stopped', 'series_changed', 'your_turn', 'goal_due', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));