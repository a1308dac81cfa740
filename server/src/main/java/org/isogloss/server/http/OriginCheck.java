// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Protects a server from pages of other sites in the browser of a user who can reach it. A page of
 * another origin may not use the server; and a server without tokens, which serves this machine
 * only, must be addressed by a name of this machine, because another site can make its own name
 * point here (DNS rebinding).
 */
final class OriginCheck {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

  private static final Pattern ORIGIN = Pattern.compile("https?://([^/]+)");

  private final boolean loopbackOnly;

  /**
   * Creates a check.
   *
   * @param loopbackOnly whether the server must be addressed by a name of this machine
   */
  OriginCheck(boolean loopbackOnly) {
    this.loopbackOnly = loopbackOnly;
  }

  /**
   * Checks the headers of a request.
   *
   * @param host the name and the port by which the client addresses the server
   * @param origin the origin of the page that sends the request; empty for other clients
   * @throws RequestException if the request is not allowed
   */
  void require(String host, Optional<String> origin) {
    String addressed = host.toLowerCase(Locale.ROOT);
    if (loopbackOnly && !LOOPBACK.matcher(addressed).matches()) {
      throw RequestException.of(
          RequestException.Reason.FORBIDDEN,
          "the server was addressed by another name than localhost or its loopback address");
    }
    if (origin.isPresent()) {
      Matcher page = ORIGIN.matcher(origin.get().toLowerCase(Locale.ROOT));
      if (!page.matches() || !page.group(1).equals(addressed)) {
        throw RequestException.of(
            RequestException.Reason.FORBIDDEN, "pages of other origins may not use this server");
      }
    }
  }
}
