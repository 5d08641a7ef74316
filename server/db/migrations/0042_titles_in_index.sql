DROP INDEX "goals_user";--> statement-breakpoint
CREATE INDEX "goals_user" ON "goals" USING btree ("user_id","id" DESC NULLS FIRST,"title") WHERE "goals"."deleted_at" is null;