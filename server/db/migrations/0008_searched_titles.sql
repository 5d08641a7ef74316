DROP INDEX "activities_title";--> statement-breakpoint
DROP INDEX "sessions_title";--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(title)) STORED;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(title || e'\n' || activity_title)) STORED;--> statement-breakpoint
CREATE INDEX "activities_searched" ON "activities" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "sessions_searched" ON "sessions" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false) WHERE "sessions"."status" < 2 and "sessions"."deleted_at" is null;