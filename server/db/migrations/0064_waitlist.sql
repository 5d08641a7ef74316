CREATE TABLE "waitlist_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waitlist_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"rank" integer NOT NULL,
	"moved_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"opens_at" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "held_places" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "waiting_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "waitlist_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "waitlist_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_once" ON "waitlist_entries" USING btree ("session_id","user_id");--> statement-breakpoint
CREATE INDEX "waitlist_user" ON "waitlist_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_waitlist" ON "sessions" USING btree ("waitlist_at") WHERE "sessions"."waitlist_at" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'place_offered', 'place_free', 'waitlist_ended', 'your_turn', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_held" CHECK ("sessions"."held_places" between 0 and "sessions"."waiting_count");