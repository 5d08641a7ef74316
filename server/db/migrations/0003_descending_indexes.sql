DROP INDEX "activities_list";--> statement-breakpoint
DROP INDEX "activities_term";--> statement-breakpoint
DROP INDEX "activity_lists_user";--> statement-breakpoint
DROP INDEX "goals_user";--> statement-breakpoint
DROP INDEX "ledger_user";--> statement-breakpoint
DROP INDEX "logs_user";--> statement-breakpoint
DROP INDEX "logs_goal";--> statement-breakpoint
DROP INDEX "logs_session";--> statement-breakpoint
DROP INDEX "messages_session";--> statement-breakpoint
DROP INDEX "moderation_session";--> statement-breakpoint
DROP INDEX "posts_session";--> statement-breakpoint
DROP INDEX "sessions_live";--> statement-breakpoint
DROP INDEX "sessions_term";--> statement-breakpoint
CREATE INDEX "activities_list" ON "activities" USING btree ("is_preset","id" DESC NULLS FIRST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_term" ON "activities" USING btree ("term_id","id" DESC NULLS FIRST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activity_lists_user" ON "activity_lists" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "goals_user" ON "goals" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "goals"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "logs_user" ON "logs" USING btree ("user_id","id" DESC NULLS FIRST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_goal" ON "logs" USING btree ("goal_id","id" DESC NULLS FIRST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_session" ON "logs" USING btree ("session_id","id" DESC NULLS FIRST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_session" ON "messages" USING btree ("session_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "moderation_session" ON "moderation_actions" USING btree ("session_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_session" ON "posts" USING btree ("session_id","id" DESC NULLS FIRST) WHERE "posts"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS FIRST,"started_at","id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_term" ON "sessions" USING btree ("term_id","status" DESC NULLS FIRST,"started_at","id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;