// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.server.administration.AliasAdministration;
import org.isogloss.server.http.Access;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.Endpoint;
import org.isogloss.server.http.ErrorFormat;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.Reply;
import org.isogloss.server.http.Request;
import org.isogloss.server.http.Route;

/** Lists and changes the aliases of indexes. */
public final class AliasApi {
  private static final String ALIASES = "/api/aliases";
  private static final String ALIAS = ALIASES + "/{alias}";

  private final AliasAdministration aliases;

  public AliasApi(AliasAdministration aliases) {
    this.aliases = aliases;
  }

  public List<Route> routes() {
    return List.of(
        route("GET", ALIASES, Access.READ, this::list),
        route("PATCH", ALIASES, Access.ADMIN, this::patch),
        route("PUT", ALIAS, Access.ADMIN, this::put),
        route("DELETE", ALIAS, Access.ADMIN, this::delete));
  }

  private static Route route(String method, String path, Access access, Endpoint endpoint) {
    return new Route(
        method, path, access, ErrorFormat.PROBLEM_DETAILS, Route.Execution.CONNECTION, endpoint);
  }

  private Reply list(Request request) {
    request.requireParameters(Set.of());
    return reply(request.grant());
  }

  /** Returns the aliases that a client may use, or whose indexes it may use. */
  private Reply reply(Grant grant) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    ObjectNode visible = reply.putObject("aliases");
    aliases
        .all()
        .forEach(
            (alias, index) -> {
              if (grant.includes(alias) || grant.includes(index)) {
                visible.put(alias, index);
              }
            });
    return Reply.json(reply);
  }

  /** Changes several aliases together, by a JSON merge patch, in which null deletes an alias. */
  private Reply patch(Request request) throws IOException {
    request.requireParameters(Set.of());
    SortedMap<String, Optional<String>> changes = new TreeMap<>();
    for (Map.Entry<String, JsonNode> change : request.jsonObject().properties()) {
      changes.put(
          change.getKey(),
          change.getValue().isNull()
              ? Optional.empty()
              : Optional.of(Arguments.text(change.getKey(), change.getValue())));
    }
    return change(request.grant(), changes);
  }

  private Reply put(Request request) throws IOException {
    Arguments arguments = request.json();
    String index = arguments.string("index");
    arguments.requireNoOthers();
    return change(
        request.grant(), new TreeMap<>(Map.of(request.pathParameter("alias"), Optional.of(index))));
  }

  private Reply delete(Request request) {
    request.requireParameters(Set.of());
    return change(
        request.grant(), new TreeMap<>(Map.of(request.pathParameter("alias"), Optional.empty())));
  }

  /** An alias lets a client use an index, so that the client must be allowed to use both. */
  private Reply change(Grant grant, SortedMap<String, Optional<String>> changes) {
    changes.forEach(
        (alias, index) -> {
          grant.require(alias);
          index.ifPresent(grant::require);
        });
    aliases.set(changes);
    return reply(grant);
  }
}
