ALTER TABLE "activities" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "activity_lists" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "pool_entries" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "request_digest" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "request_digest" text;