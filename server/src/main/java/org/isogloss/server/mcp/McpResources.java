// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.mcp;

import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.api.StoredDocument;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.RequestException;

/** Documents as resources, which have addresses. */
final class McpResources {
  /** An index and the id of a document, both encoded as parts of a path. */
  static final String TEMPLATE = "isogloss://{index}/{id}";

  /** The field of documents that has their address on the web. */
  private static final String URL_FIELD = "url";

  private static final Pattern ADDRESS = Pattern.compile("isogloss://([^/]+)/([^/]+)");

  private final Catalog catalog;

  McpResources(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Returns the address of a document: its field {@code url}, or else that of its resource. */
  static String url(String index, String id, Metadata metadata) {
    return metadata
        .find(URL_FIELD)
        .filter(MetadataValue.StringValue.class::isInstance)
        .map(url -> ((MetadataValue.StringValue) url).value())
        .filter(url -> !url.isBlank())
        .orElse("isogloss://" + encode(index) + "/" + encode(id));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** All documents, as one template of addresses. */
  SyncResourceTemplateSpecification documents() {
    McpSchema.ResourceTemplate template =
        McpSchema.ResourceTemplate.builder(TEMPLATE, "document")
            .title("Document")
            .description("The text of a document, by the name of its collection and its id.")
            .mimeType("text/plain")
            .build();
    return new SyncResourceTemplateSpecification(
        template, (context, request) -> read(request.uri(), McpProtocol.grant(context)));
  }

  private McpSchema.ReadResourceResult read(String uri, Grant grant) {
    Optional<StoredDocument> document = find(uri, grant);
    if (document.isEmpty()) {
      throw McpError.RESOURCE_NOT_FOUND.apply(uri);
    }
    McpSchema.ResourceContents contents =
        McpSchema.TextResourceContents.builder(uri, text(document.get()))
            .mimeType("text/plain")
            .build();
    return McpSchema.ReadResourceResult.builder(List.of(contents)).build();
  }

  private Optional<StoredDocument> find(String uri, Grant grant) {
    Matcher address = ADDRESS.matcher(uri);
    if (!address.matches()) {
      return Optional.empty();
    }
    try {
      String id = URLDecoder.decode(address.group(2).replace("+", "%2B"), StandardCharsets.UTF_8);
      return catalog
          .visibleTo(grant)
          .index(Optional.of(URLDecoder.decode(address.group(1), StandardCharsets.UTF_8)))
          .use(engine -> engine.find(id));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // A malformed code.
    } catch (RequestException e) {
      if (e.reason() == RequestException.Reason.NOT_FOUND
          || e.reason() == RequestException.Reason.INVALID) {
        return Optional.empty(); // No such index, or no id.
      }
      throw e;
    }
  }

  /** Returns the text of a document. */
  static String text(StoredDocument document) {
    StringJoiner text = new StringJoiner("\n\n");
    document.passages().forEach(passage -> text.add(passage.text()));
    return text.toString();
  }
}
