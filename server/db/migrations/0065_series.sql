CREATE TABLE "series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"activity_id" bigint,
	"content" text DEFAULT '' NOT NULL,
	"plan" jsonb NOT NULL,
	"duration" integer NOT NULL,
	"participant_limit" integer,
	"difficulty" smallint,
	"term_id" bigint,
	"group_id" bigint,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_manually_started" boolean DEFAULT false NOT NULL,
	"needs_code" boolean DEFAULT false NOT NULL,
	"join_code" text,
	"donation_link" text DEFAULT '' NOT NULL,
	"unlisted" boolean DEFAULT false NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"guests" boolean,
	"guests_chat" boolean DEFAULT false NOT NULL,
	"repeats" text NOT NULL,
	"every" smallint NOT NULL,
	"until" text,
	"count" integer,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"zone" text NOT NULL,
	"made_until" timestamp (3) with time zone NOT NULL,
	"look_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_slug" CHECK ("series"."slug" <> ''),
	CONSTRAINT "series_title" CHECK ("series"."title" <> ''),
	CONSTRAINT "series_duration" CHECK ("series"."duration" between 0 and 2592000),
	CONSTRAINT "series_limit" CHECK ("series"."participant_limit" >= 0),
	CONSTRAINT "series_difficulty" CHECK ("series"."difficulty" in (3, 4, 6)),
	CONSTRAINT "series_code" CHECK (not "series"."needs_code" or "series"."join_code" <> '' and "series"."join_code" is not null),
	CONSTRAINT "series_repeats" CHECK ("series"."repeats" in ('daily', 'weekdays', 'weekly', 'monthly_day', 'monthly_weekday')),
	CONSTRAINT "series_every" CHECK ("series"."every" between 1 and 12),
	CONSTRAINT "series_count" CHECK ("series"."count" between 1 and 500),
	CONSTRAINT "series_zone" CHECK ("series"."zone" <> '')
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "series_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "host_saw" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "series_slug_key" ON "series" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "series_request" ON "series" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "series_to_look_at" ON "series" USING btree ("look_at") WHERE "series"."ended_at" is null and "series"."paused_at" is null;--> statement-breakpoint
CREATE INDEX "series_user" ON "series" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_series" ON "sessions" USING btree ("series_id","series_at") WHERE "sessions"."series_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'place_offered', 'place_free', 'waitlist_ended', 'series_asks', 'series_stopped', 'your_turn', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));