// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;

/**
 * Replies of a server. Unknown keys are ignored, because a later version of the server may add
 * some.
 */
final class JsonReply {
  private JsonReply() {}

  /**
   * Wraps a reply.
   *
   * @param request names the request in messages
   * @throws RequestFailedException if the reply is not an object; reading it also throws one if a
   *     value is missing or of another type
   */
  static JsonObject of(String request, JsonNode reply) {
    if (reply instanceof ObjectNode object) {
      return JsonObject.of(object, problem -> malformed(request, problem));
    }
    throw malformed(
        request,
        "it is "
            + (reply.isMissingNode() ? "empty" : Excerpt.unquoted(reply.toString()))
            + ", expected an object");
  }

  /** Returns the exception for a reply that is not one of the server. */
  static RequestFailedException malformed(String request, String problem) {
    return RequestFailedException.failed(
        request,
        "the reply cannot be read: "
            + problem
            + "; check that the URL is that of an Isogloss server of this version",
        null);
  }
}
