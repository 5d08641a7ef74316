DROP INDEX "activities_title";--> statement-breakpoint
DROP INDEX "sessions_live";--> statement-breakpoint
DROP INDEX "sessions_title";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "activity_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "request_key" text;--> statement-breakpoint
UPDATE "sessions" SET "activity_title" = "activities"."title" FROM "activities" WHERE "activities"."id" = "sessions"."activity_id";--> statement-breakpoint
CREATE UNIQUE INDEX "activities_request" ON "activities" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" USING btree ("id" DESC NULLS FIRST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_request" ON "sessions" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "activities_title" ON "activities" USING gin ("title" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_title" ON "sessions" USING gin (("title" || e'\n' || "activity_title") gin_trgm_ops) WITH (fastupdate=false) WHERE "sessions"."status" < 2 and "sessions"."deleted_at" is null;