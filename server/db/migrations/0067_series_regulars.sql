CREATE TABLE "series_regulars" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_regulars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"series_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "owes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "purse_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "series_regulars" ADD CONSTRAINT "series_regulars_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_regulars" ADD CONSTRAINT "series_regulars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "series_regulars_once" ON "series_regulars" USING btree ("series_id","user_id");--> statement-breakpoint
CREATE INDEX "series_regulars_order" ON "series_regulars" USING btree ("series_id","id");--> statement-breakpoint
CREATE INDEX "series_regulars_user" ON "series_regulars" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "series_regulars_ended" ON "series_regulars" USING btree ("id") WHERE "series_regulars"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "participants_owing" ON "participants" USING btree ("starts_at") WHERE "participants"."owes" and "participants"."left_at" is null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'place_offered', 'place_free', 'waitlist_ended', 'place_unpaid', 'series_asks', 'series_stopped', 'your_turn', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));