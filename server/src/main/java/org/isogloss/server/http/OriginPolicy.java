// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;

/**
 * Protects a server from pages of other sites in the browser of a user who can reach it. A page of
 * another origin may use the server only if its origin is allowed (CORS); and a server without
 * tokens, which serves this machine only, must be addressed by a name of this machine, because
 * another site can make its own name point here (DNS rebinding).
 */
public final class OriginPolicy {
  private static final Pattern LOOPBACK =
      Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?");

  private static final Pattern ORIGIN =
      Pattern.compile("https?://([a-z0-9._-]+|\\[[0-9a-f:.]+\\])(:\\d{1,5})?");

  /** What pages may send, beyond what browsers always allow. */
  private static final String REQUEST_HEADERS =
      "authorization, content-type, content-encoding, if-match, if-none-match, traceparent,"
          + " x-request-id";

  /** What pages may read, beyond what browsers always allow. */
  private static final String REPLY_HEADERS = "etag, retry-after, x-request-id";

  /** How long a browser may remember what is allowed. */
  private static final String MAX_AGE_SECONDS = "600";

  private final boolean loopbackOnly;
  private final Set<String> allowed;

  /**
   * Creates a policy.
   *
   * @param loopbackOnly whether the server must be addressed by a name of this machine
   * @param allowed the origins of other sites whose pages may use the server, in lower case
   */
  public OriginPolicy(boolean loopbackOnly, Set<String> allowed) {
    this.loopbackOnly = loopbackOnly;
    this.allowed = Set.copyOf(allowed);
  }

  /**
   * Returns an origin in lower case.
   *
   * @throws IsoglossException if it is not a scheme with a host and perhaps a port
   */
  public static String parse(String origin) {
    String lower = origin.toLowerCase(Locale.ROOT);
    if (!ORIGIN.matcher(lower).matches()) {
      throw new IsoglossException(
          "the allowed origin is "
              + Excerpt.quote(origin)
              + ", expected a scheme, a host and perhaps a port, such as https://www.example.org");
    }
    // Browsers leave out the port that the scheme implies.
    return lower.replaceFirst("^(https://.*):443$|^(http://.*):80$", "$1$2");
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
    if (origin.isPresent() && !isAllowed(origin) && !isOwn(addressed, origin.get())) {
      throw RequestException.of(
          RequestException.Reason.FORBIDDEN, "pages of other origins may not use this server");
    }
  }

  private boolean isAllowed(Optional<String> origin) {
    return origin.filter(page -> allowed.contains(page.toLowerCase(Locale.ROOT))).isPresent();
  }

  private static boolean isOwn(String addressed, String origin) {
    String page = origin.toLowerCase(Locale.ROOT);
    return ORIGIN.matcher(page).matches() && page.replaceFirst("https?://", "").equals(addressed);
  }

  /** Whether a browser asks what a page of another origin may send. */
  boolean isPreflight(Request.Head head) {
    return head.method().equals("OPTIONS")
        && isAllowed(head.header().apply("origin"))
        && head.header().apply("access-control-request-method").isPresent();
  }

  /** Answers a browser that asks what a page may send to a path with these methods. */
  static Reply preflight(SortedSet<String> methods) {
    return Reply.empty(204)
        .withHeader("Access-Control-Allow-Methods", String.join(", ", methods))
        .withHeader("Access-Control-Allow-Headers", REQUEST_HEADERS)
        .withHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
  }

  /** Lets a page of an allowed origin read a reply. */
  Reply readable(Reply reply, Optional<String> origin) {
    if (allowed.isEmpty()) {
      return reply;
    }
    Reply varying = reply.withVary("Origin");
    return isAllowed(origin)
        ? varying
            .withHeader("Access-Control-Allow-Origin", origin.get())
            .withHeader("Access-Control-Expose-Headers", REPLY_HEADERS)
        : varying;
  }
}
