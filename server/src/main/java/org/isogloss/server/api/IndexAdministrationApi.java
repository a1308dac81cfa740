// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.isogloss.api.field.FieldType;
import org.isogloss.engine.Models;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.server.administration.IndexAdministration;
import org.isogloss.server.catalog.IndexSettings;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.http.Route;

/** Creates and drops indexes, and copies them to snapshots and back. */
public final class IndexAdministrationApi {
  private static final String INDEX = "/api/indexes/{name}";
  private static final String SNAPSHOTS = INDEX + "/snapshots";
  private static final String SNAPSHOT = SNAPSHOTS + "/{snapshot}";
  private static final int CREATED = 201;

  private final IndexAdministration indexes;

  public IndexAdministrationApi(IndexAdministration indexes) {
    this.indexes = indexes;
  }

  public List<Route> routes() {
    return List.of(
        route("PUT", INDEX, Access.ADMIN, this::create),
        route("DELETE", INDEX, Access.ADMIN, this::drop),
        route("GET", SNAPSHOTS, Access.READ, this::snapshots),
        route("PUT", SNAPSHOT, Access.ADMIN, this::createSnapshot),
        route("DELETE", SNAPSHOT, Access.ADMIN, this::dropSnapshot),
        route("POST", SNAPSHOT + "/restore", Access.ADMIN, this::restore));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  /** Returns the name in the path, if the client may use it. */
  private static String index(Request request) {
    request.requireParameters(Set.of());
    String name = request.pathParameter("name");
    request.grant().require(name);
    return name;
  }

  private Reply create(Request request) throws IOException {
    String name = index(request);
    Arguments arguments = request.json();
    String model = arguments.findString("model").orElse(Models.DEFAULT);
    OptionalInt dimension = arguments.integer("dimension", 1, IndexManifest.Model.MAX_DIMENSION);
    if (model.isBlank() || (dimension.isPresent() && model.equals(Models.NONE))) {
      throw RequestException.invalid(
          "model", "model is " + (model.isBlank() ? "blank" : model) + ", expected its name");
    }
    Optional<String> sparse = arguments.findString("sparse");
    boolean tokenVectors = arguments.bool("token_vectors", true);
    Map<String, FieldType> fields = new TreeMap<>();
    arguments
        .find("fields")
        .ifPresent(
            value -> object("fields", value).properties().forEach(field -> put(fields, field)));
    arguments.requireNoOthers();
    indexes.create(name, new IndexSettings(model, dimension, sparse, tokenVectors, fields));
    return result(CREATED, name, "created");
  }

  private static ObjectNode object(String key, JsonNode value) {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw Arguments.wrongType(key, value, "an object with the types of fields");
  }

  private static void put(Map<String, FieldType> fields, Map.Entry<String, JsonNode> field) {
    String key = "fields." + field.getKey();
    fields.put(
        field.getKey(),
        Arguments.parse(key, Arguments.text(key, field.getValue()), FieldType::named));
  }

  private static Reply result(int status, String name, String result) {
    return Reply.json(
        status, JsonNodeFactory.instance.objectNode().put("name", name).put("result", result));
  }

  private Reply drop(Request request) {
    String name = index(request);
    indexes.drop(name);
    return result(200, name, "dropped");
  }

  private Reply snapshots(Request request) {
    String name = index(request);
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode list = reply.putArray("snapshots");
    for (String snapshot : indexes.snapshots(name)) {
      list.addObject().put("name", snapshot).put("bytes", indexes.snapshotSize(name, snapshot));
    }
    return Reply.json(reply);
  }

  private Reply createSnapshot(Request request) {
    String name = index(request);
    String snapshot = request.pathParameter("snapshot");
    indexes.createSnapshot(name, snapshot);
    return result(CREATED, snapshot, "created");
  }

  private Reply dropSnapshot(Request request) {
    String name = index(request);
    String snapshot = request.pathParameter("snapshot");
    indexes.dropSnapshot(name, snapshot);
    return result(200, snapshot, "deleted");
  }

  private Reply restore(Request request) throws IOException {
    String name = index(request);
    Arguments arguments = request.json();
    String target = arguments.string("index");
    arguments.requireNoOthers();
    request.grant().require(target);
    indexes.restore(name, request.pathParameter("snapshot"), target);
    return result(CREATED, target, "restored");
  }
}
