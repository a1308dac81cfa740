// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.isogloss.server.administration.ModelAdministration;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** Lists, loads and unloads models. */
public final class ModelApi {
  private static final String MODELS = "/api/models";
  private static final String MODEL = MODELS + "/{model}";

  private final Catalog catalog;
  private final ModelAdministration models;

  public ModelApi(Catalog catalog, ModelAdministration models) {
    this.catalog = catalog;
    this.models = models;
  }

  public List<Route> routes() {
    return List.of(
        route("GET", MODELS, Access.READ, this::list),
        route("PUT", MODEL, Access.ADMIN, this::load),
        route("DELETE", MODEL, Access.ADMIN, this::unload));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  private Reply list(Request request) {
    request.requireParameters(Set.of());
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ArrayNode list = reply.putArray("models");
    catalog.models().all().forEach(model -> list.add(describe(model)));
    return Reply.json(reply);
  }

  private static ObjectNode describe(ServedModel model) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", model.name())
        .put("dimension", model.dimension())
        .put("max_tokens", model.maxTokens())
        .put("fingerprint", model.fingerprint());
  }

  private static String model(Request request) {
    request.requireParameters(Set.of());
    request.grant().requireAll("models");
    return request.pathParameter("model");
  }

  private Reply load(Request request) {
    return Reply.json(describe(models.load(model(request))));
  }

  private Reply unload(Request request) {
    String name = model(request);
    models.unload(name);
    return Reply.json(
        JsonNodeFactory.instance.objectNode().put("name", name).put("result", "unloaded"));
  }
}
