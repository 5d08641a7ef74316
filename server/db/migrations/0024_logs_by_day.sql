DROP INDEX "logs_goal";--> statement-breakpoint
CREATE INDEX "user_days_action" ON "user_days" USING btree ("user_id","action","day");--> statement-breakpoint
CREATE INDEX "logs_user_day" ON "logs" USING btree ("user_id","day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_goal_day" ON "logs" USING btree ("goal_id","day" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "logs"."deleted_at" is null;