"""Deploys the stacks of a synthesised stage into an emulator of AWS, in the order of their dependencies.

deploy.py FOLDER STAGE URL LEFT_OUT: LEFT_OUT is JSON, `{"types": [...], "properties": {type: [...]}}`, with what the emulator
does not know. Prints JSON: the stacks with their status and resources, and what each route of the API leads to.
"""

import io
import json
import sys
import time
import zipfile
from pathlib import Path

import botocore.session

folder, stage, url, left_out = Path(sys.argv[1]), sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
artifacts = json.loads((folder / "manifest.json").read_text())["artifacts"]
stacks = {
    name: artifact
    for name, artifact in artifacts.items()
    if artifact["type"] == "aws:cloudformation:stack" and name.startswith(f"Billing-{stage}-")
}
session = botocore.session.get_session()
deployed = []


def aws(service, region):
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    return session.create_client(service, region_name=region, endpoint_url=url, **keys)


def region_of(name):
    return stacks[name]["environment"].split("/")[-1]


def bootstrap(region):
    """What `cdk bootstrap` leaves in a region, as far as our stacks look for it. Returns the bucket of assets."""
    aws("ssm", region).put_parameter(Name="/cdk-bootstrap/hnb659fds/version", Value="30", Type="String", Overwrite=True)
    bucket, s3 = f"cdk-hnb659fds-assets-000000000000-{region}", aws("s3", region)
    if bucket not in [one["Name"] for one in s3.list_buckets()["Buckets"]]:
        elsewhere = {"CreateBucketConfiguration": {"LocationConstraint": region}}
        s3.create_bucket(Bucket=bucket, **({} if region == "us-east-1" else elsewhere))
    return bucket


def upload_code(name, bucket):
    code = io.BytesIO()
    with zipfile.ZipFile(code, "w") as archive:
        archive.writestr("index.mjs", "export const handler = () => ({ statusCode: 204 });")
    for file in json.loads((folder / f"{name}.assets.json").read_text())["files"].values():
        for destination in file["destinations"].values():
            key = destination["objectKey"]
            aws("s3", region_of(name)).put_object(Bucket=bucket, Key=key, Body=code.getvalue())


def outputs_of(name):
    stack = aws("cloudformation", region_of(name)).describe_stacks(StackName=name)["Stacks"][0]
    return {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}


def resolved(value, region):
    """The emulator looks for another stack's outputs in its own region alone: those of other regions are put in."""
    if isinstance(value, list):
        return [resolved(item, region) for item in value]
    if not isinstance(value, dict):
        return value
    output = value.get("Fn::GetStackOutput")
    if output and output.get("Region", region) != region:
        return outputs_of(output["StackName"])[output["OutputName"]]
    return {key: resolved(item, region) for key, item in value.items()}


def is_known(resource):
    unknown = left_out["properties"].get(resource["Type"], [])
    return resource["Type"] not in left_out["types"] and not any(one in resource["Properties"] for one in unknown)


def is_answered(output):
    """Whether the emulator knows every attribute that an output is made of."""
    return not any(attribute in json.dumps(output["Value"]) for attribute in left_out["attributes"])


def create(name):
    region = region_of(name)
    bucket = bootstrap(region)
    upload_code(name, bucket)
    template = json.loads((folder / f"{name}.template.json").read_text())
    template["Resources"] = {key: one for key, one in template["Resources"].items() if is_known(one)}
    template["Outputs"] = {key: one for key, one in template.get("Outputs", {}).items() if is_answered(one)}
    for resource in template["Resources"].values():
        resource.pop("UpdatePolicy", None)  # names a deployment group, and is for later updates
    body = json.dumps(resolved(template, region))
    aws("s3", region).put_object(Bucket=bucket, Key=f"{name}.json", Body=body)
    cloudformation = aws("cloudformation", region)
    address = f"{url}/{bucket}/{name}.json"
    cloudformation.create_stack(StackName=name, TemplateURL=address, Capabilities=["CAPABILITY_NAMED_IAM"])
    status = settled(cloudformation, name)
    if status != "CREATE_COMPLETE":
        sys.exit(f"{name}: {status}")
    listed = cloudformation.get_paginator("list_stack_resources").paginate(StackName=name)
    made = {one["LogicalResourceId"]: one["PhysicalResourceId"] for one in listed.search("StackResourceSummaries[]")}
    missing = sorted(set(template["Resources"]) - set(made))
    return {"name": name, "status": status, "missing": missing, "made": made}


def settled(cloudformation, name):
    """How a stack's creation ended, with the reasons where it failed."""
    status = "CREATE_IN_PROGRESS"
    while status.endswith("IN_PROGRESS"):
        time.sleep(0.1)
        status = cloudformation.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"]
    if status == "CREATE_COMPLETE":
        return status
    events = cloudformation.describe_stack_events(StackName=name)["StackEvents"]
    failed = [one for one in events if one["ResourceStatus"].endswith("FAILED")]
    return "; ".join([status, *[f"{one['LogicalResourceId']}: {one.get('ResourceStatusReason')}" for one in failed]])


def deploy(name):
    if any(stack["name"] == name for stack in deployed):
        return
    for dependency in stacks[name].get("dependencies", []):
        if dependency in stacks:
            deploy(dependency)
    deployed.append(create(name))


def routes():
    """The logical id of the function that each route of the deployed API leads to."""
    gateway = aws("apigatewayv2", "eu-central-1")
    functions = {physical: logical for stack in deployed for logical, physical in stack["made"].items()}
    led = {}
    for api in gateway.get_apis()["Items"]:
        integrations = gateway.get_integrations(ApiId=api["ApiId"], MaxResults="500")["Items"]
        uris = {one["IntegrationId"]: one["IntegrationUri"] for one in integrations}
        for route in gateway.get_routes(ApiId=api["ApiId"], MaxResults="500")["Items"]:
            *_, function, alias = uris[route["Target"].removeprefix("integrations/")].split(":")
            led[route["RouteKey"]] = f"{functions.get(function)}:{alias}"
    return led


for stack in stacks:
    deploy(stack)
counted = [{**stack, "made": len(stack["made"])} for stack in deployed]
print(json.dumps({"stacks": counted, "routes": routes()}))
