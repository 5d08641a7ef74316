CREATE TABLE "removals" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removals_state" CHECK ("removals"."state" in ('hiding', 'hidden', 'restoring')),
	CONSTRAINT "removals_reason" CHECK ("removals"."reason" in ('spam', 'abuse', 'sexual', 'violence', 'self_harm', 'illegal', 'privacy', 'other'))
);
--> statement-breakpoint
DROP INDEX "report_cases_decided";--> statement-breakpoint
DROP INDEX "report_cases_author";--> statement-breakpoint
ALTER TABLE "report_cases" ADD COLUMN "is_of_removal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removals" ADD CONSTRAINT "removals_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removals_unfinished" ON "removals" USING btree ("user_id") WHERE "removals"."state" <> 'hidden';--> statement-breakpoint
CREATE INDEX "activities_hidden" ON "activities" USING btree ("id" desc) WHERE "activities"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "groups_hidden" ON "groups" USING btree ("id" desc) WHERE "groups"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "items_titles" ON "items" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "items_published" ON "items" USING btree ("id" DESC NULLS FIRST) WHERE "items"."status" = 1;--> statement-breakpoint
CREATE INDEX "items_hidden" ON "items" USING btree ("id" desc) WHERE "items"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_titles" ON "sessions" USING gin (lower("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_status" ON "sessions" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sessions_hidden" ON "sessions" USING btree ("id" desc) WHERE "sessions"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "report_cases_decided" ON "report_cases" USING btree ("decided_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "report_cases"."waiting_since" is null and not "report_cases"."is_of_removal";--> statement-breakpoint
CREATE INDEX "report_cases_author" ON "report_cases" USING btree ("author_id","kind","subject_id");