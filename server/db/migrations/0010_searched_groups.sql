DROP INDEX "groups_title";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "searched" text GENERATED ALWAYS AS (lower(title)) STORED;--> statement-breakpoint
CREATE INDEX "groups_searched" ON "groups" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false);