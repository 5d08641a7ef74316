CREATE TABLE "group_proposals" (
	"group_id" bigint NOT NULL,
	"activity_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"declined_at" timestamp (3) with time zone,
	CONSTRAINT "group_proposals_group_id_activity_id_pk" PRIMARY KEY("group_id","activity_id")
);
--> statement-breakpoint
ALTER TABLE "group_proposals" ADD CONSTRAINT "group_proposals_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_proposals" ADD CONSTRAINT "group_proposals_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_proposals_activity" ON "group_proposals" USING btree ("activity_id");