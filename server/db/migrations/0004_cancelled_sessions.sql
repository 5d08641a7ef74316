ALTER TABLE "sessions" DROP CONSTRAINT "sessions_started";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_cancelled" CHECK ("sessions"."cancelled_at" is null or "sessions"."status" = 2);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_started" CHECK ("sessions"."status" = 0 or "sessions"."started_at" is not null or "sessions"."cancelled_at" is not null);