DROP INDEX "participants_user";--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "starts_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "participants" p SET "starts_at" = s."started_at" FROM "sessions" s WHERE s."id" = p."session_id";--> statement-breakpoint
CREATE INDEX "participants_user" ON "participants" USING btree ("user_id","starts_at" DESC NULLS FIRST,"session_id" DESC NULLS FIRST) WHERE "participants"."left_at" is null;