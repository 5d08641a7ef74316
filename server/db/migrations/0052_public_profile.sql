ALTER TABLE "users" ADD COLUMN "shows_streak" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shows_sessions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "goals_public" ON "goals" USING btree ("user_id") WHERE "goals"."is_public" and "goals"."deleted_at" is null;