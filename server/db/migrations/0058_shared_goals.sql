CREATE TABLE "goal_cheers" (
	"goal_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goal_cheers_goal_id_user_id_pk" PRIMARY KEY("goal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "goal_shares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "goal_shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"goal_id" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"user_id" bigint,
	"group_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "goal_shares_once" UNIQUE NULLS NOT DISTINCT("goal_id","user_id","group_id"),
	CONSTRAINT "goal_shares_whom" CHECK (num_nonnulls("goal_shares"."user_id", "goal_shares"."group_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_once";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_about";--> statement-breakpoint
ALTER TABLE "reminders" ADD COLUMN "goal_id" bigint;--> statement-breakpoint
ALTER TABLE "goal_cheers" ADD CONSTRAINT "goal_cheers_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_cheers" ADD CONSTRAINT "goal_cheers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_shares" ADD CONSTRAINT "goal_shares_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_shares" ADD CONSTRAINT "goal_shares_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_shares" ADD CONSTRAINT "goal_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_shares" ADD CONSTRAINT "goal_shares_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goal_shares" ADD CONSTRAINT "goal_shares_membership" FOREIGN KEY ("group_id","owner_id") REFERENCES "public"."group_members"("group_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goal_cheers_user" ON "goal_cheers" USING btree ("user_id","goal_id");--> statement-breakpoint
CREATE INDEX "goal_shares_owner" ON "goal_shares" USING btree ("owner_id","group_id");--> statement-breakpoint
CREATE INDEX "goal_shares_user" ON "goal_shares" USING btree ("user_id") WHERE "goal_shares"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "goal_shares_group" ON "goal_shares" USING btree ("group_id") WHERE "goal_shares"."group_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_goal" ON "reminders" USING btree ("goal_id") WHERE "reminders"."goal_id" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","session_id","post_id","log_id","goal_id","activity_id","group_id","case_id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_about" CHECK (num_nonnulls("reminders"."session_id", "reminders"."log_id", "reminders"."goal_id", "reminders"."activity_id", "reminders"."case_id") > 0);