CREATE TABLE "report_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"author_id" bigint,
	"status" text DEFAULT 'open' NOT NULL,
	"reports_count" integer DEFAULT 0 NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"is_by_rule" boolean DEFAULT false NOT NULL,
	"was_unlisted" boolean DEFAULT false NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" bigint,
	"asked_at" timestamp (3) with time zone,
	"asked_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_cases_kind" CHECK ("report_cases"."kind" in ('message', 'post', 'item', 'picture', 'session', 'activity', 'group', 'person')),
	CONSTRAINT "report_cases_status" CHECK ("report_cases"."status" in ('open', 'kept', 'hidden', 'deleted')),
	CONSTRAINT "report_cases_reason" CHECK ("report_cases"."reason" in ('spam', 'abuse', 'sexual', 'violence', 'self_harm', 'illegal', 'privacy', 'other')),
	CONSTRAINT "report_cases_count" CHECK ("report_cases"."reports_count" >= 0),
	CONSTRAINT "report_cases_hidden" CHECK (("report_cases"."status" = 'hidden') = ("report_cases"."hidden_at" is not null and "report_cases"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"user_id" bigint,
	"reason" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('spam', 'abuse', 'sexual', 'violence', 'self_harm', 'illegal', 'privacy', 'other'))
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_once";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_kind";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_about";--> statement-breakpoint
ALTER TABLE "persons" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "case_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_subject" ON "report_cases" USING btree ("kind","subject_id");--> statement-breakpoint
CREATE INDEX "report_cases_waiting" ON "report_cases" USING btree ("waiting_since","id") WHERE "report_cases"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "report_cases_decided" ON "report_cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "report_cases"."waiting_since" is null;--> statement-breakpoint
CREATE INDEX "report_cases_author" ON "report_cases" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("case_id","user_id");--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_user" ON "reports" USING btree ("user_id","id") WHERE "reports"."user_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_case" ON "reminders" USING btree ("case_id") WHERE "reminders"."case_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","session_id","post_id","log_id","activity_id","group_id","case_id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" in ('session_soon', 'session_again', 'group_session', 'your_turn', 'post_reply', 'log_cheer', 'proposal_declined', 'report_decided', 'content_decided'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_about" CHECK (num_nonnulls("reminders"."session_id", "reminders"."log_id", "reminders"."activity_id", "reminders"."case_id") > 0);--> statement-breakpoint
INSERT INTO "report_cases" ("kind", "subject_id", "author_id", "status", "reason", "hidden_at", "decided_at", "created_at")
SELECT 'item', i.id, p.user_id, 'hidden', 'other', i.hidden_at, i.hidden_at, i.hidden_at
FROM "items" i JOIN "persons" p ON p.id = i.person_id WHERE i.hidden_at IS NOT NULL;
