ALTER TABLE "goals" DROP CONSTRAINT "goals_duration";--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_duration" CHECK ("goals"."duration" between 0 and 315360000);--> statement-breakpoint
-- A goal comes free when its session ends (D-138).
UPDATE "goals" SET "session_id" = null, "task_uuid" = null FROM "sessions" WHERE "sessions"."id" = "goals"."session_id" AND "sessions"."status" = 2;
