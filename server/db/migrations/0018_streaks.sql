ALTER TABLE "users" ADD COLUMN "rest_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "has_streaks" boolean DEFAULT true NOT NULL;