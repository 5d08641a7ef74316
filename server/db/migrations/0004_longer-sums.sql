ALTER TABLE "goals" ALTER COLUMN "duration_done" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "participant_totals" ALTER COLUMN "duration" SET DATA TYPE bigint;