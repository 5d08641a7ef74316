CREATE TABLE "activity_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listed_activities" (
	"list_id" bigint NOT NULL,
	"activity_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listed_activities_list_id_activity_id_pk" PRIMARY KEY("list_id","activity_id")
);
--> statement-breakpoint
ALTER TABLE "activity_lists" ADD CONSTRAINT "activity_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_activities" ADD CONSTRAINT "listed_activities_list_id_activity_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."activity_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listed_activities" ADD CONSTRAINT "listed_activities_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_lists_user" ON "activity_lists" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "listed_activities_activity" ON "listed_activities" USING btree ("activity_id");