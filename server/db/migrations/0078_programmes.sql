CREATE TABLE "group_programmes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_programmes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"starts_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "group_programmes_slug" CHECK ("group_programmes"."slug" <> ''),
	CONSTRAINT "group_programmes_title" CHECK ("group_programmes"."title" <> ''),
	CONSTRAINT "group_programmes_text" CHECK ("group_programmes"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "programme_follows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "programme_follows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"run_id" bigint,
	"stays" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "programme_follows_slug" CHECK ("programme_follows"."slug" <> ''),
	CONSTRAINT "programme_follows_title" CHECK ("programme_follows"."title" <> ''),
	CONSTRAINT "programme_follows_text" CHECK ("programme_follows"."text" <> '')
);
--> statement-breakpoint
CREATE TABLE "programme_units" (
	"follow_id" bigint NOT NULL,
	"stay" integer NOT NULL,
	"week" smallint NOT NULL,
	"unit" smallint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "programme_units_follow_id_stay_week_unit_pk" PRIMARY KEY("follow_id","stay","week","unit"),
	CONSTRAINT "programme_units_stay" CHECK ("programme_units"."stay" >= 0),
	CONSTRAINT "programme_units_week" CHECK ("programme_units"."week" between 0 and 51),
	CONSTRAINT "programme_units_unit" CHECK ("programme_units"."unit" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "programmes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "programmes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"weeks_count" smallint NOT NULL,
	"units_count" smallint NOT NULL,
	"source_name" text DEFAULT '' NOT NULL,
	"source_url" text DEFAULT '' NOT NULL,
	"visibility" text NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "programmes_slug" CHECK ("programmes"."slug" <> ''),
	CONSTRAINT "programmes_title" CHECK ("programmes"."title" <> ''),
	CONSTRAINT "programmes_text" CHECK ("programmes"."text" <> ''),
	CONSTRAINT "programmes_weeks" CHECK ("programmes"."weeks_count" between 1 and 52),
	CONSTRAINT "programmes_units" CHECK ("programmes"."units_count" between 1 and 364),
	CONSTRAINT "programmes_visibility" CHECK ("programmes"."visibility" in ('public', 'unlisted', 'private'))
);
--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_subject";--> statement-breakpoint
ALTER TABLE "report_cases" DROP CONSTRAINT "report_cases_kind";--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "has_goals" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD COLUMN "has_programmes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_programmes" ADD CONSTRAINT "group_programmes_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_programmes" ADD CONSTRAINT "group_programmes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programme_follows" ADD CONSTRAINT "programme_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programme_follows" ADD CONSTRAINT "programme_follows_run_id_group_programmes_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."group_programmes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programme_units" ADD CONSTRAINT "programme_units_follow_id_programme_follows_id_fk" FOREIGN KEY ("follow_id") REFERENCES "public"."programme_follows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programmes" ADD CONSTRAINT "programmes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_programmes_once" ON "group_programmes" USING btree ("group_id","slug") WHERE "group_programmes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "group_programmes_user" ON "group_programmes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "programme_follows_once" ON "programme_follows" USING btree ("user_id","slug") WHERE "programme_follows"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "programme_follows_user" ON "programme_follows" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "programme_follows_run" ON "programme_follows" USING btree ("run_id","id") WHERE "programme_follows"."run_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "programmes_slug_key" ON "programmes" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "programmes_request" ON "programmes" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "programmes_list" ON "programmes" USING btree ("id" DESC NULLS FIRST) WHERE "programmes"."visibility" = 'public' and "programmes"."deleted_at" is null and "programmes"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "programmes_user" ON "programmes" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "programmes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "programmes_hidden" ON "programmes" USING btree ("id" desc) WHERE "programmes"."hidden_at" is not null;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_subject" CHECK ("audit_entries"."subject" in ('user', 'session', 'group', 'activity', 'programme', 'item', 'message', 'post', 'picture', 'report', 'payment', 'mail', 'invitation', 'settings'));--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_kind" CHECK ("report_cases"."kind" in ('message', 'post', 'item', 'picture', 'session', 'activity', 'programme', 'group', 'person'));